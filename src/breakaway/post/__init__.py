"""The post: reads what players send by mail. It sends nothing and knows no network."""
