import axios, { AxiosError, type AxiosResponse } from 'axios';
import { vi } from 'vitest';

/** The sentence of a receipt whose file is not on the server any more. */
export const goneSentence =
  'El archivo de este soporte ya no está en el servidor. Avise al administrador, que puede recuperarlo de un respaldo.';

/** Every request answers 410 without a body, as to HEAD. @returns the requested addresses */
export function answerGone(): string[] {
  const asked: string[] = [];
  vi.spyOn(axios.Axios.prototype, 'request').mockImplementation(async (config) => {
    if (typeof config === 'object') asked.push(`${config.method} ${config.url}`);
    const response: AxiosResponse = {
      status: 410,
      data: '',
      statusText: '',
      headers: {},
      config: {} as AxiosResponse['config'],
    };
    throw new AxiosError('', '', undefined, undefined, response);
  });
  return asked;
}
