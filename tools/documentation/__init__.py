"""The documentation site: what mkdocs is told beyond the pages in docs."""
