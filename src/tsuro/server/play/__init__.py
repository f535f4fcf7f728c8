"""Tables, who sits at them, and the connections through which they are told."""
