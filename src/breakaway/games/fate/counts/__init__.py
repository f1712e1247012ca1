"""What is counted of a match of FATE, once: rows and totals of the statistics, from which all else is made.

The box score of page and terminal, reports and Parquet files read these and count no play again. Words mean:

===============  ======================================================================================================
play             a call that is settled: no kick, kneel, spike or try, and none that a penalty made void
run, pass, sack  what a play counts as, and nothing else: its three kinds add up to the plays. A sack is one by its
                 result; a pass is complete, incomplete or intercepted, or is fumbled away; all else is a run
yards            of a play, as far as the goal lines; none of a pass that is not caught. Those of sacks are losses
completion       a pass that is caught, fumbled away or not
first down       a play that gains the yards to go, and does not lose the ball: by the play, not by a penalty
interception     a pass that the other side holds when the play ends
fumble           a play whose ball the other side recovers, or that is won back from an interceptor
punt, field goal a kick that is declared and settled; a field goal that is tried may be good
penalty          one that is marked off, against the side that fouled; the 35 instead of a kickoff out of bounds too
turnover         an interception, a fumble that is lost, also on a return
return           a kick or an interception that is brought back, in yards as they are told
===============  ======================================================================================================
"""
