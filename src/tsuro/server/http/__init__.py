"""Requests and their answers, pages and pictures."""
