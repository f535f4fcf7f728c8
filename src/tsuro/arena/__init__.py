"""Matches between bots: duplicate deals, ratings with intervals, sequential tests.

    settings = Settings("classic", seats=4, bots=("greedy", "cautious", "random"))
    arena = Arena(settings, games=400, jobs=2)
    arena.play()
    summary = sum_up(settings, arena.counted())
    summary.standings[0].elo                 # Estimate(value, low, high)

`settings.py`    everything that decides the games
`deals.py`       who sits where: line-ups and their rotations
`playing.py`     one game, and how its seats finished
`crew.py`        processes that play games
`journal.py`     the result file
`run.py`         `Arena`: plays what is missing, keeps what is done
`ratings.py`     Plackett-Luce ratings with ties
`summary.py`     shares, ratings and pairs, with intervals over deals
`sequential.py`  the test that stops early
`chart.py`       a picture of the standings
"""
