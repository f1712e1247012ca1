"""The referee's desk for the postal race: orders in, reports out."""
