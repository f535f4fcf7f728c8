"""Analysis of games: whose knowledge it may use, and how an answer grows spell by spell.

Who thinks is the business of whoever runs it: a server has worker processes, a device itself.
"""
