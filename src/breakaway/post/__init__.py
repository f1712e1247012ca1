"""The post: reads the emails that players send. Sends nothing and uses no network."""
