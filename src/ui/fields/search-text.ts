/** Normalises a text for searching: case and accents do not count. */
export function searchText(text: string) {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** Tells whether every word of the question is somewhere in the text; `text` comes from `searchText`. */
export function containsWords(text: string, question: string) {
  return searchText(question)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
