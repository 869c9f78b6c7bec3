import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { NoticeView, notice } from '#src/features/session/NoticeView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { addressAfterCompany, leaveForCompany } from '#src/shell/screens/company-address.ts';
import { refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const text = { texto: 'Sus datos se usan\npara el reembolso.', sha256: 'a'.repeat(64) };

test('the notice is read whole and its hash is sent; a failure leaves the button', async () => {
  const { logic, asked } = answering(notice, {
    loadData: [answered(text)],
    writeRequest: [refusedBy.rule, answered(written())],
  });
  const user = renderScreen(<NoticeView machine={logic} />, patterns.cuenta, '/mi-cuenta', admin);
  expect(await screen.findByText(/Sus datos se usan\s+para el reembolso\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Salir' })).toHaveAttribute('href', '/logout');
  await user.click(screen.getByRole('button', { name: 'Entendido' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Entendido' }));
  await waitFor(() => expect(asked.writeRequest).toHaveLength(2));
  expect(asked.writeRequest?.[1]).toMatchObject({ request: { sha256: text.sha256 } });
});

test.each([
  ['/verCaja/12?gasto=3', '/#/verCaja/12?gasto=3'],
  ['/login', '/#'],
  ['/logout/', '/#'],
  ['//logout', '/#'],
  ['', '/#'],
  ['//otra.example/cajaActual', '/#//otra.example/cajaActual'],
  ['https://otra.example/', '/#https://otra.example/'],
  ['/\\otra.example', '/#/\\otra.example'],
  ['javascript:alert(1)', '/#javascript:alert(1)'],
  ['\r\nLocation: https://otra.example', '/#\r\nLocation: https://otra.example'],
])(
  'after the sign-in of the company the link %j leads to this page only, once',
  (link, address) => {
    localStorage.setItem('enlace', link);
    expect(addressAfterCompany()).toBe(address);
    const { origin, pathname, search } = new URL(address, window.location.href);
    expect([origin, pathname, search]).toEqual([window.location.origin, '/', '']);
    expect(addressAfterCompany()).toBe('/#');
  },
);

test('a second attempt after a refused sign-in of the company opens the link of the first', () => {
  leaveForCompany('#', '/verCaja/12');
  leaveForCompany('#', '/login?compania=sin_grupo');
  expect(addressAfterCompany()).toBe('/#/verCaja/12');
});
