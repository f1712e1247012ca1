"""Football's coaches: `casual`, `naive`, `coordinator` and `champion`.

- `play_worth`: what a play is worth against a call, to the rules' own odds;
- `mixes`: the best mixture of plays and of calls, and what the sheets are likely to call;
- `decisions`: every answer besides the calls: kicks, flags, time outs, picks, discards;
- `coaches`: the four coaches;
- `evaluation`: what they think of a snap, for programs and people.
"""
