import { describe, expect, test } from 'vitest';
import { senderOf } from '#server/platform/mail/smtp.ts';

describe('the sender', () => {
  test.each([
    ['smtp://correo.empresa.co', 'caja-menor@correo.empresa.co'],
    ['smtps://caja%40empresa.co:secreta@correo.empresa.co:465', 'caja@empresa.co'],
    ['smtp://AKIA1:secreta@email-smtp.test:587?from=caja@empresa.co', 'caja@empresa.co'],
    ['smtp://127.0.0.1:2525', 'caja-menor@[127.0.0.1]'],
    ['smtp://[::1]:2525', 'caja-menor@[IPv6:::1]'],
  ])('of %s is %s', (url, address) => {
    expect(senderOf(url, '')).toEqual({ name: 'Caja menor', address });
    expect(senderOf(url, 'Droguería Sol')).toEqual({
      name: 'Caja menor de Droguería Sol',
      address,
    });
  });
});
