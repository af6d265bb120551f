"""The mean direction of the bundled model: the average of its passage vectors over ``background.txt``.

All its vectors point much the same way (norm of the mean .89), which squeezes the cosines into .7 to 1. Taken
away, unrelated texts stand near .2 and what answers a question near .45, in English and Chinese alike.
"""

from __future__ import annotations

import base64

import numpy as np

from hindsight_memory.domain.recall.matrices import Vector

_HALVES = (
    "nCmdoCan7aoZLcymPqEAI4wskyOnKbkZZCzxplKrfyc9LHWoDql9q/AmuBg2qVoqyCpgKxKqESZgKoqtVaowqRMpg6sJK3AoyqqA"
    "q6EpcqrTp6wmuinrLM0pSypgqg0qxqq/p8eoZyrsIVYpaiTgqkuq2KzrrNopwSxUlRQkLyYWLdYqeyrwKfWo+6DpqWEr5x+xqK8i"
    "uyS3KcSpnCSSqTSsYKmaqJ8nVKsAK58q9KqXK2qj+Sp2KtinmqonrGyq8Kk/KYUrkqUXLG2ovyFbrfqpQynCKgCs9Sr6qpWq4ilQ"
    "KfooeKweqe+mg6ogKVqqkShrqNyoAqdoqyOokCl5Ke0T9BHxKNskLxadKI8ngC08qsMc16LzpeeoSCovqWMpNSpuKQUsIqnALKOr"
    "jiZuqIgqRCfsKZepAatwqhQqtypyqvWqwqwepXKsmKiyKf0rYqubovinbSXip+gn8hjvKhqnCSZDLRMqUaFip42qTaoqq1mp+qgm"
    "JgMn6KFzpD8pVqozq3ypKid8qqUqfSqmKKAd1qjwJwsoLCjMn7SslSknqGwp1ykurHCrMCy/qnOgGCQzK3apZSVwKrOiGCg4rf2p"
    "9SnPKoKqwKn6KKqoCacmrCmsXqr5qiogaShGKmerI6TDqXMlO6zlK2OoWag1Jbuglyg9Koyrx6lqrB6lbSm0K7IsCampJ/wlraFJ"
    "Laop+ipLJxSsVKXZq52nRKt7J0krCqz4qnKn5yiULcaoNaisKekoriVqKvMqMKaHpFEq/6hcqEejQKl4KSqpQyrHJXQOHSu/q80o"
    "0aiSqH8o4SSVrUEoFSQtJxAlZylkLHMqKKoYpRUoxCo0jpglzabPqSGrA6lHo0aqTClwKZKqaqgdLCEoNCZPp56p9ig0qvWlxakz"
    "Ku2qC6uaJssrR6g9KiynMKwKKeCi7KdzJ3cpb62oI8cpiqhAKXGqDKqUKbgpN6zPo1wp8im2Kqoo9Jx1FeMnsawgK84pJqoBnOGl"
    "VKsJqmsq66m2q8ookyyzKPMq"
)
MEAN: Vector = np.frombuffer(base64.b64decode(_HALVES), dtype="<f2").astype(np.float32)
"""Shape (384,), float32; not of unit length."""
