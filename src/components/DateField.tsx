import { TextField, type TextFieldProps } from './TextField.tsx';

const look = { lang: 'es-CO' };

/** A calendar date, `yyyy-MM-dd`, with the native picker; `min` and `max` are inclusive. */
export const DateField = (props: Omit<TextFieldProps, 'type' | 'look'>) => (
  <TextField {...props} type="date" look={look} />
);
