import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import SupportingDocumentsView, {
  supportingDocumentsFlow,
} from '#src/features/supporting-documents/SupportingDocumentsView.tsx';
import { patterns } from '#src/shell/screens/paths.ts';
import { written } from '#tests/kit/flow-fixtures.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

type Answer = AnswerOf<'/documentosSoporte'>;

const shown = {
  documento: '52123456-1',
  proveedor: 'Luz Dary Pabón',
  semanal: 1,
  desde: '2026-06-15',
  hasta: '2026-06-17',
  compras: 2,
  valor: 63_500,
} as const;

const exported: Answer['exportados'][number] = {
  ...shown,
  referencia: 12,
  exportacion: 3,
  dia: '2026-06-17',
  numero: '',
  cuds: '',
  cambio: 0,
};

function open(answer: Answer) {
  const { logic, asked } = answering(supportingDocumentsFlow, {
    loadData: [answered(answer), answered(answer)],
    act: [answered(written())],
  });
  const user = renderScreen(
    <SupportingDocumentsView machine={logic} />,
    patterns.documentosSoporte,
    '/comprobantes/soportes',
    { id: 20, profile: 6 },
    undefined,
    ['comprobantes'],
  );
  return { user, asked };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the documents for purchases from who does not invoice', () => {
  test('say how long each is weekly, and are exported', async () => {
    const late = { ...shown, id_gasto: 2, semanal: 0, vence: '' } as const;
    const { user, asked } = open({
      por_exportar: [{ ...shown, id_gasto: 1, vence: '2026-06-21' }, late],
      exportados: [],
    });
    expect(await screen.findByText('Semanal, hasta el 21 jun 2026')).toBeVisible();
    expect(screen.getByText('Por operación: pasaron seis días')).toBeVisible();
    await user.click(await button('Exportar'));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([{ request: { path: '/exportarDocumentosSoporte' } }]);
  });

  test('have their files, and are taken back after a question while none has a number', async () => {
    const { user, asked } = open({ por_exportar: [], exportados: [exported] });
    expect(await screen.findByRole('link', { name: 'CSV' })).toHaveAttribute(
      'href',
      '/documentos/documentos-soporte/3.csv',
    );
    await user.click(await button('Retirar'));
    expect(asked.act ?? []).toEqual([]);
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Retirar' }));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.act).toMatchObject([
      { request: { path: '/retirarDocumentosSoporte', body: { exportacion: 3 } } },
    ]);
  });

  test('say which one changed since', async () => {
    open({ por_exportar: [], exportados: [{ ...exported, numero: 'SEDS12', cambio: 1 }] });
    expect(await screen.findByText('SEDS12; una compra cambió después')).toBeVisible();
  });
});
