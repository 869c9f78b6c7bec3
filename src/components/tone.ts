/** What a colour means here. A tone never stands alone: a word and, where it fits, an icon go with it. */
export type Tone = 'neutral' | 'primary' | 'info' | 'success' | 'warning' | 'danger';
