# Records what lies here. Run in an empty folder: bash record.sh CHECKOUT
export CHECKOUT=$1 PYTHONPATH=$1
export FOLDTABLE_DB=$PWD/ledger.db FOLDTABLE_KEYS=$PWD/keys FOLDTABLE_LANG=en FOLDTABLE_ACTOR=tess
foldtable() { python -c "from replay.cli.app import main; main()" "$@"; }
seats() { echo "Ana,Bo,Cy,Dee,Eli,Fay,Gus,Hal" | cut -d, -f1-$1; }

# the five evenings
foldtable new splendor --seats "$(seats 3)" --name splendor --title "Friday" --place "민지's kitchen" --played 2026-11-27
foldtable new machi-koro --seats "$(seats 3)" --name machi-koro --another
foldtable new seven-wonders-duel --seats "$(seats 2)" --name seven-wonders-duel --another
foldtable new challengers --seats "$(seats 8)" --name challengers --level results --another
foldtable new wizard --seats "$(seats 6)" --name wizard --another
for g in splendor machi-koro seven-wonders-duel challengers wizard; do foldtable record $g < $CHECKOUT/examples/$g-evening.txt; done
foldtable close challengers; foldtable close wizard
foldtable sign wizard Bo; foldtable sign wizard Ana
# challengers: reopened, a note, closed again, signed
foldtable reopen challengers; foldtable note challengers "Hal wants to count again"; foldtable close challengers; foldtable sign challengers Dee
foldtable close machi-koro; foldtable reopen machi-koro
foldtable close seven-wonders-duel --conceded Ana
foldtable close splendor
# corrections
foldtable new splendor --seats "Ana,Bo,Cy" --first Bo --name corrections --another
foldtable record corrections <<'X'
1gr3; 1kg3; 1wr2; 1ur4
wug
undo
redo
wur
rrr ! we were all asleep
undo
gk ! only two were wanted
undo
redo
# a remark in the middle
wgk; ugr
waive S5
undo 6
undo 9
redo
unwaive S5
rule 9 stands nobody minds
X
FOLDTABLE_ACTOR=Bo foldtable amend corrections 9 -y wuk
foldtable amend corrections 9 -y ugk
foldtable insert corrections 9 -y gr ! as Cy remembers
foldtable insert corrections 9 -y "wuk; ugr"
foldtable shift corrections 14 -y
foldtable undo corrections -y
foldtable redo corrections
# disputes, rulings with what follows, a branch and a branch of it
foldtable dispute open corrections@14 --claim "그건 토큰 두 개였다" --by Cy --rule S4
foldtable dispute open corrections@9 --claim "it was another one" --by Ana
foldtable fork corrections@22 --name what-if
foldtable record what-if -e "rrr ! to see what happens" -e "b 1gr3; uu" -e "undo" -e "# enough" -e "wug"
foldtable dispute rule corrections@14 --decision penalty --by Bo --reason "he kept them" --then "waive S4b"
foldtable dispute rule corrections@9 --decision corrected --by Ana --reason "so it was" --then "amend 9 wuk" --house-rule --text "Who speaks first is right."
foldtable dispute export corrections@9 -o dispute-signed.md --sign
foldtable dispute export corrections@14 -o dispute.md
foldtable close corrections --result 3,2,1
foldtable sign corrections Ana
foldtable fork what-if --name what-if-again
foldtable record what-if-again -e "wuk; ugr"
foldtable close what-if-again --abandoned
foldtable sign what-if-again Cy
foldtable new splendor --seats "Bo,Ana" --house all --name house-rules --another -o voluntary_fewer=true
foldtable record house-rules -e "wu; gr; wk"
foldtable new challengers Ana Bo -o cardsets=beach.json --name beach --another
foldtable record beach -e "a: surfer"
foldtable simulate challengers --seats 2 --seed 3 --level full   # named fir
foldtable archive house-rules
foldtable matches --all
foldtable verify --all
for m in splendor machi-koro seven-wonders-duel challengers wizard corrections what-if what-if-again house-rules beach fir; do foldtable export $m -o $m.match.json; done
foldtable export what-if -o what-if-signed.match.json --sign
foldtable export corrections -o corrections-signed.match.json --sign
foldtable verify *.match.json *dispute*.json
