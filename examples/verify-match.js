#!/usr/bin/env node
// Verifies match files by docs/match-file.md, with nothing but the standard library of Node.
//
//   node examples/verify-match.js FILE…      says of every file that it is intact, or what is wrong; exit 1 if any is
"use strict";
const { createHash, createPublicKey, verify } = require("node:crypto");
const { readFileSync } = require("node:fs");

class Problem extends Error {}
const check = (holds, text) => { if (!holds) throw new Problem(text); };

// -- canonical JSON ------------------------------------------------------------------------------

function canonical(value, depth = 0) {
  if (typeof value === "number") check(Number.isSafeInteger(value), `number ${value}`);
  if (typeof value === "string") check(!/\p{Surrogate}/u.test(value), "broken text");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  check(depth < 100, "nested too deeply");
  if (Array.isArray(value)) return `[${value.map((each) => canonical(each, depth + 1)).join(",")}]`;
  const keys = Object.keys(value).sort();
  check(keys.every((key) => /^[\x00-\x7f]*$/.test(key)), "key outside ASCII");
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`).join(",")}}`;
}

// -- structure -----------------------------------------------------------------------------------

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const isNumber = (value) => Number.isSafeInteger(value) && value >= 1;
const matches = (pattern, most = Infinity) => (value) => isText(value) && pattern.test(value) && [...value].length <= most;
const isListOf = (is, least) => (value) => Array.isArray(value) && value.length >= least && value.every(is);
const DAY = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", TIME = "([01][0-9]|2[0-3]):[0-5][0-9]";
const isId = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/), isHash = matches(/^[0-9a-f]{64}$/);
const isSeal = matches(/^[0-9a-f]{4}(-[0-9a-f]{4}){7}$/), isWord = matches(/^[a-z][a-z0-9_-]*([.][a-z0-9_-]+)*$/, 80);
const isMoment = matches(new RegExp(`^${DAY}T${TIME}:[0-5][0-9][.][0-9]{3}Z$`));
const isPlayed = matches(new RegExp(`^${DAY}(T${TIME}(:[0-5][0-9]([.][0-9]+)?)?(Z|[+-]${TIME})?)?$`));
const isName = matches(/^(?!-)[^\u0000-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u2028\u2029]+$/u, 60);
const isSeatName = matches(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/u, 40);

// An object has exactly these fields; those whose name ends with ? may be missing.
const has = (fields) => (value) => isObject(value)
  && Object.entries(fields).every(([name, is]) => (name.endsWith("?") && !Object.hasOwn(value, name.slice(0, -1)))
    || (Object.hasOwn(value, name.replace("?", "")) && is(value[name.replace("?", "")])))
  && Object.keys(value).every((name) => Object.hasOwn(fields, name) || Object.hasOwn(fields, `${name}?`));

function checkStructure(file) {
  check(isObject(file) && file.format === "foldtable/match" && [1, 2, 3].includes(file.version), "no match file of version 1 to 3");
  const envelope = { match_id: isId, version: isNumber, event_id: isId, type: isWord, schema_version: isNumber, payload: isObject,
    actor: isText, recorded_at: isMoment, played_at: (value) => value === null || isPlayed(value), hash: isHash };
  if (file.version >= 2) envelope["batch?"] = isId;
  if (file.version >= 3) envelope["intent?"] = isObject;
  const head = { match_id: isId, game: isWord, name: isName, seats: isListOf(isSeatName, 0), events: isNumber,
    "origin?": has({ match_id: isId, name: isName, version: isNumber }) };
  Object.assign(head, file.version >= 3 ? { head: isHash, "seal?": isSeal } : { seal: isSeal });
  const stream = has({ match_id: isId, events: isListOf(has(envelope), 1) });
  const signature = has({ by: isText, key: isText, value: isText });
  check(has({ format: isText, version: isNumber, match: has(head), streams: isListOf(stream, 1), "signature?": signature })(file), "structure");
}

// -- the chain -----------------------------------------------------------------------------------

const seal = (hash) => hash.slice(0, 32).match(/.{4}/g).join("-");

function checkChain(streams) {
  let last = null;
  const ids = new Map();
  check(new Set(streams.map((stream) => stream.match_id)).size === streams.length, "a match branches off itself");
  for (const stream of streams) {
    const [first] = stream.events;
    check((first.type === "match.fork") === (last !== null), `event ${first.version} begins no stream`);
    if (last) {
      const { parent, base_version: version, base_hash: hash } = first.payload;
      check(parent === last.match_id && version === last.version && hash === last.hash, `event ${first.version} branches off another past`);
    }
    for (const event of stream.events) {
      const { hash, ...content } = event, n = `event ${event.version}`;
      check(event.match_id === stream.match_id && event.version === (last ? last.version : 0) + 1, `${n} is out of place`);
      check(createHash("sha256").update(`${last ? last.hash : ""}\n${canonical(content)}`).digest("hex") === hash, `${n} is not what was sealed`);
      check(event === first || !["match.open", "match.fork"].includes(event.type), `${n} begins a match within a match`);
      const id = `${event.match_id} ${event.event_id}`, batch = ids.get(`${event.match_id} ${event.batch}`);
      check(!ids.has(id) && (event.batch === undefined || (batch && batch.batch === undefined)), `${n} has a wrong id or batch`);
      ids.set(id, event);
      last = event;
    }
  }
  return streams.flatMap((stream) => stream.events);
}

// What events say of others: every target is before them, every signature quotes the seal of its closing.
function checkReferences(events) {
  for (const { version, type, payload } of events) {
    const fields = { "log.strike": ["target"], "log.amend": ["target"], "log.insert": ["after"], "log.note": ["at"], "log.dispute": ["at"],
      "log.ruling": ["at", "dispute"], "match.sign": ["version"] }[type] || [];
    for (const about of fields.map((name) => payload[name]).filter(Number.isInteger))
      check(about >= 1 && about < version, `event ${version} names event ${about}`);
    if (type === "match.sign" && Number.isInteger(payload.version) && events[payload.version - 1])
      check(payload.seal === seal(events[payload.version - 1].hash), `event ${version} acknowledges another seal`);
  }
}

// -- the head ------------------------------------------------------------------------------------

// The events that count, in the order in which they count, each as { event, type, payload }.
function readLine(events) {
  const struck = new Set(), amended = new Map(), inserted = new Map(), line = [];
  for (const { version, type, payload } of [...events].reverse())
    if (type === "log.strike" && !struck.has(version) && payload.target < version) struck.add(payload.target);
  for (const event of events) {
    const { version, type, payload } = event;
    if (type === "log.amend" && !struck.has(version) && payload.target < version) amended.set(payload.target, event);
    if (type === "log.insert" && payload.after < version) inserted.set(payload.after, [...(inserted.get(payload.after) || []), event]);
  }
  const lay = (event) => {
    let reading = event;
    while (amended.has(reading.version)) reading = amended.get(reading.version);
    const corrects = ["log.amend", "log.insert"].includes(reading.type);
    const [type, payload] = corrects ? [reading.payload.kind, reading.payload.payload] : [reading.type, reading.payload];
    if (!struck.has(event.version) && !["log.strike", "log.amend"].includes(event.type)) line.push({ event, type, payload });
    (inserted.get(event.version) || []).forEach(lay);
  };
  events.filter((event) => event.type !== "log.insert").forEach(lay);
  return line;
}

function checkHead({ version, match }, events) {
  const last = events[events.length - 1], line = readLine(events);
  check(line.length && line[0].type === "match.open", "no match is opened");
  const opening = line[0].payload, forks = line.filter(({ type }) => type === "match.fork");
  const name = forks.length ? forks[forks.length - 1].payload.name : opening.name;
  check(match.match_id === last.match_id && match.events === last.version, "the head names another match");
  check(match.name === (name ?? "") && match.game === opening.game, "the head has another name or game");
  check(canonical(match.seats) === canonical(opening.seats), "the head has other seats");
  check((version >= 3 ? match.head === last.hash : match.seal === seal(last.hash)), "the head has another last hash");
  const needed = Math.max(events[0].payload.format || 1, ...events.map((event) => (event.intent ? 3 : event.batch ? 2 : 1)));
  check(version === needed, `the events are written in version ${needed}`);
  const ends = line.filter(({ type }) => ["match.close", "match.fork"].includes(type)).pop();
  const sealed = ends && ends.type === "match.close" ? seal(ends.event.hash) : undefined;
  check(version < 3 || match.seal === sealed, "the head has another seal");
  check(Boolean(match.origin) === forks.length > 0, "the head has another origin");
  if (!match.origin) return;
  const { parent, base_version: base } = forks[forks.length - 1].payload;
  const before = readLine(events.slice(0, base)), older = before.filter(({ type }) => type === "match.fork").pop() || before[0];
  check(canonical(match.origin) === canonical({ match_id: parent, name: older.payload.name, version: base }), "the head has another origin");
}

// -- the signature -------------------------------------------------------------------------------

function checkSignature({ signature, ...content }) {
  if (!signature) return;
  const { by, key, value } = signature, raw = Buffer.from(key, "base64");
  const exact = [key, value].every((text) => Buffer.from(text, "base64").toString("base64") === text);
  check(exact && raw.length === 32, "the signature is no canonical base64");
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), raw]);
  const covered = Buffer.from(canonical({ ...content, signature: { by, key } }));
  const fits = verify(null, covered, createPublicKey({ key: der, format: "der", type: "spki" }), Buffer.from(value, "base64"));
  check(fits, "the signature does not fit");
}

// Throws where a file is not intact.
function verifyFile(bytes) {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), file = JSON.parse(text);
  checkStructure(file);
  check(`${canonical(file)}\n` === text, "not canonical JSON and a line break");
  const events = checkChain(file.streams);
  checkReferences(events);
  checkHead(file, events);
  checkSignature(file);
  return file.match;
}

if (require.main === module) {
  for (const path of process.argv.slice(2)) {
    try {
      const { name, events } = verifyFile(readFileSync(path));
      console.log(`${path}: intact, ${name}, ${events} events`);
    } catch (error) {
      console.log(`${path}: NOT INTACT: ${error.message}`);
      process.exitCode = 1;
    }
  }
}
module.exports = { verifyFile };
