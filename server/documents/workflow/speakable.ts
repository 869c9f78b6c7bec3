/** Characters that XML 1.0 cannot hold, halves of surrogate pairs among them. */
const unspeakable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text with a replacement character for each one that no file should carry. */
export const speakable = (text: string): string => text.replace(unspeakable, '\ufffd');
