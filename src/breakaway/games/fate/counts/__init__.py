"""Counts the events of a FATE match in rows of statistics. All other figures are computed from these rows.

The box score on pages and at the terminal, the totals, the reports and the Parquet files all add up these rows. No
other code counts the events again. What the words mean:

=====================  ================================================================================================
play                   a call that is settled. Kicks, kneels, spikes and tries do not count, nor do plays that a
                       penalty voided
run, pass, sack        the three kinds of play, which add up to all plays. A sack counts only if the Pass Rush makes it.
                       A pass is complete, incomplete or intercepted. Everything else is a run. If the ball is fumbled
                       away, the play keeps the kind it had until then
yards                  the yards of a play, as far as the goal lines; 0 for a pass that is not caught. Run yards, pass
                       yards and sack yards are those of each kind. Sack yards count as a loss
completion             a pass that is caught, even if it is fumbled away later. A pass that is intercepted and won back
                       is not one
first down             a play that gains the yards to go and keeps the ball. A first down by a penalty does not count
interception           a pass that the other side holds when the play ends
fumble                 a play in which the other side recovers the ball, or the offense wins it back from an interceptor
turnover               each time that a side loses the ball: an interception or a lost fumble, also on a return
kick return,           the return of a kickoff, free kick or punt, and of an interception, in yards reported. A return
pick return            all the way is measured from where the ball was fielded
punt                   a punt that is declared and settled
field goal tried,      a field goal that is declared and settled, and one that is good
field goal
penalty                a penalty that is marked off, against the side that fouled. A ball taken on the 35 after a
                       kickoff out of bounds counts too. Penalties of a void play are in the row of the next play
injury                 a player who is put out, whoever chose him and however long he is missed, for the side that he
                       plays for. An injury that does not count by a house rule is none. As with penalties, that of a
                       void play is in the row of the next play
touchdown, safety      counted for the side that scores
time                   the time of possession, in units of 15 seconds in rows and totals. What a play takes off the
                       clock, void or not, belongs to the offense, and for a kickoff or free kick to the receivers
=====================  ================================================================================================
"""
