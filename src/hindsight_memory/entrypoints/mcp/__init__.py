"""The MCP server: tools, resources and prompts over ``wire.api.Api``, on stdio and streamable HTTP.

The tools know the wire alone, so that the server answers ``initialize`` before a store or a model is loaded.
"""
