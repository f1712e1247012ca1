"""What is counted of a match of Breakaway Football, from what its rules tell.

Glossary; lengths are in lines of five yards. What a penalty voids is no play, and neither is a try. Where the box score
counts something else than the totals of the lab, both stand here.

- play: a run, a pass, a Hail Mary (a pass) or a kneel (a run): BF-022, BF-175, BF-181. The box score counts plays that
  cost a card: a punt or a field goal too.
- completed: a pass that is neither incomplete (BF-169, BF-R35; also on fourth down) nor loses the ball.
- first down: the marker is reached (BF-117) or a Holding is accepted (BF-077); a touchdown is none.
- turnover: of the side that loses the ball by an interception or a fumble (BF-091, BF-180), in returns too (BF-100,
  BF-148, BF-164). Downs are none.
- breakaway (BF-037, BF-047): on the side's own plays. The box score gives each to the side that creates it, with those
  of voided plays and tries.
- penalty: of the side at fault: False Start and illegal call (BF-070, BF-082), Holding that is accepted (BF-075).
- drive (BF-013): one that comes to a call. The box score has those too that end before.
- challenge (BF-055): of the side that throws the flag.
- field goal tried: one that is announced (BF-129); an extra point is none.
"""
