"""The cards of Challengers!: the format of card sets, the sets in the box, the catalog."""
