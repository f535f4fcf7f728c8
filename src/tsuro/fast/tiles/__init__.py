"""The kernel of classic, kosmos and pocket Tsuro."""
