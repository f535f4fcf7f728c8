"""Tables that live on one device, without a server: the same messages, the same answers.

Pure as the rules are: what is to be kept and who is to be told is handed to whoever runs this, for
instance a Web Worker, which writes first and tells then. `tools/make_site.py` packs it.
"""
