import { fillRectangle, type GrayImage } from './gray-image.ts';

/** Letters of a till printer, 5 columns of 7 dots; each byte is a column, its lowest bit the top dot. */
const glyphs: Record<string, string> = {
  '#': '147F147F14',
  $: '242A7F2A12',
  '%': '2313086462',
  '&': '3649562050',
  '(': '001C224100',
  ')': '0041221C00',
  '*': '2A1C7F1C2A',
  '+': '08083E0808',
  ',': '0080703000',
  '-': '0808080808',
  '.': '0000606000',
  '/': '2010080402',
  '0': '3E5149453E',
  '1': '00427F4000',
  '2': '7249494946',
  '3': '2141494D33',
  '4': '1814127F10',
  '5': '2745454539',
  '6': '3C4A494931',
  '7': '4121110907',
  '8': '3649494936',
  '9': '464949291E',
  ':': '0000140000',
  '=': '1414141414',
  A: '7C1211127C',
  B: '7F49494936',
  C: '3E41414122',
  D: '7F4141413E',
  E: '7F49494941',
  F: '7F09090901',
  G: '3E41415173',
  H: '7F0808087F',
  I: '00417F4100',
  J: '2040413F01',
  K: '7F08142241',
  L: '7F40404040',
  M: '7F021C027F',
  N: '7F0408107F',
  O: '3E4141413E',
  P: '7F09090906',
  Q: '3E4151215E',
  R: '7F09192946',
  S: '2649494932',
  T: '03017F0103',
  U: '3F4040403F',
  V: '1F2040201F',
  W: '3F4038403F',
  X: '6314081463',
  Y: '0304780403',
  Z: '6159494D43',
};

const COLUMNS = 5;
const ROWS = 7;
/** Dots from one letter to the next. */
const ADVANCE = COLUMNS + 1;

/** Pixels that a text takes at a size of so many pixels a dot. */
export const textWidth = (text: string, dot: number): number => text.length * ADVANCE * dot;

/** Till printers know capital letters without accents. */
export const printable = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** Prints one line; what the printer has no letter for stays blank. */
export function printText(
  image: GrayImage,
  text: string,
  at: { x: number; y: number; dot: number; shade: number },
): void {
  [...printable(text)].forEach((character, position) => {
    const columns = Buffer.from(glyphs[character] ?? '', 'hex');
    const left = at.x + position * ADVANCE * at.dot;
    for (let column = 0; column < columns.length; column += 1)
      for (let row = 0; row < ROWS; row += 1)
        if (((columns[column] ?? 0) >> row) & 1)
          fillRectangle(
            image,
            {
              x: left + column * at.dot,
              y: at.y + row * at.dot,
              width: at.dot,
              height: at.dot,
            },
            at.shade,
          );
  });
}
