"""The five editions as compositions of rules, and the printed facts they are made of."""
