"""Games in PostgreSQL: for several machines. Needs the extra `scale` (asyncpg)."""
