#!/usr/bin/env python3
"""Build the English definitions from the Debian package 'wordnet-base'.

  apt-get download wordnet-base && dpkg-deb -x wordnet-base_*.deb wordnet
  python3 build_glosses.py wordnet/usr/share/wordnet en.txt wordnet.zip

Of WordNet's single lower-case words those that en.txt has, each with its
commonest senses: at most 3 a part of speech, without the examples, at most
200 characters. Senses in which the word is a name are left out. The archive
holds one member for each pair of first letters, sorted lines of
"word TAB part TAB definition" in order of use, and one of irregular forms,
"form TAB part TAB word". The same input gives the same bytes.
"""
import os
import re
import sys
import zipfile
from collections import defaultdict

PARTS = (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r"))
MOST_SENSES, MOST_CHARACTERS = 3, 200
WORD = re.compile("[a-z]{2,19}")


def lines_of(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for line in file:
            if not line.startswith("  "):  # the licence stands before the data
                yield line.rstrip()


def glosses(folder, part):
    """Offset of a sense: its words as written, and what it means."""
    found = {}
    for line in lines_of(folder, f"data.{part}"):
        head, _, gloss = line.partition(" | ")
        fields = head.split(" ")
        words = [re.sub(r"\(.*\)", "", word) for word in fields[4:4 + 2 * int(fields[3], 16):2]]
        meaning = re.split(r'[;:,]?\s*"', gloss.strip())[0].strip(" ;")
        found[fields[0]] = words, shortened(meaning)
    return found


def shortened(text):
    if len(text) <= MOST_CHARACTERS:
        return text
    return text[:MOST_CHARACTERS - 1].rsplit(" ", 1)[0].rstrip(" ,;:(") + "\u2026"


def main(folder, listed, target):
    with open(listed, encoding="utf-8") as file:
        allowed = set(file.read().split())
    by_letters, senses, words = defaultdict(list), 0, set()
    for part, letter in PARTS:
        meaning = glosses(folder, part)
        for line in lines_of(folder, f"index.{part}"):
            fields = line.split()
            word, count = fields[0], int(fields[2])
            if word not in allowed or not WORD.fullmatch(word):
                continue
            texts = []
            for offset in fields[-count:]:
                written, text = meaning[offset]
                if text and word in written and text not in texts:
                    texts.append(text)
            for number, text in enumerate(texts[:MOST_SENSES]):
                by_letters[word[:2]].append((word, "nvar".index(letter), number, f"{word}\t{letter}\t{text}"))
                senses += 1
                words.add(word)
    irregular = []
    for part, letter in PARTS:
        for line in lines_of(folder, f"{part}.exc"):
            form, *bases = line.split()
            irregular += [f"{form}\t{letter}\t{base}" for base in bases if form in allowed and base in words]
    members = {letters: [row[3] for row in sorted(rows)] for letters, rows in by_letters.items()}
    members["irregular"] = sorted(irregular)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(members):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, "".join(f"{row}\n" for row in members[name]), compresslevel=9)
    print(len(words), "words", senses, "senses", len(irregular), "irregular forms", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
