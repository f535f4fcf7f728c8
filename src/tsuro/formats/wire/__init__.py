"""How values look on the wire, in both directions, and the schema that says so."""
