"""The post: reads the mails that players send. Sends nothing and uses no network."""
