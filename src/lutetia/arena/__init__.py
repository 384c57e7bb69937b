"""The arena: measures bots against each other in paired games, with confidence intervals.

| question | file |
|---|---|
| who plays whom, and how is one game played? | match.py |
| how are many pairs played, on one machine or a cluster? | runner.py |
| how are results stored, so that a run can continue? | results.py |
| what is counted in the games? | aggregate.py, statistics.py; per game in games/<game>/statistics.py |
| how certain are the figures? | intervals.py, ratings.py |
| how are they shown? | report.py (JSON), html_report.py and plots.py (HTML) |
"""
