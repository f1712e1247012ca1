"""Email: read, answered, written and sent. Knows no particular game.

`received` opens an email, `orders` and `commands` understand it, `replies` and `invitations` answer it. `letters`
writes what players get, `goodbyes` offers records before they are deleted, `weekly` reports on the server, `transport`
carries all of it, `postman` does what is due. `host_acts` carries out what a host asks for, `host_mail` reads it in
emails and answers, `host_answers` asks the players of a match what their host wants them to agree to.
"""
