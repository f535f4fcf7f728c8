"""Running games: the reference engine, luck, views and what follows from them."""
