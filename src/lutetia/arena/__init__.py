"""The arena: bots against bots, on equal terms, and how sure one may be of what comes out.

| question | file |
|---|---|
| who sits where, and how is one game played? | match.py |
| how are many pairs played, on one machine or a cluster? | ladder.py |
| what is kept of a run that is interrupted? | results.py |
| what do the games tell? | tally.py, statistics.py (what it counts is in games/<game>/statistics.py) |
| how sure is it? | intervals.py, ratings.py |
| how is it shown? | report.py (JSON), page.py and plots.py (HTML) |
"""
