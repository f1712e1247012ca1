"""The referee's desk of the postal race: orders in, reports out."""
