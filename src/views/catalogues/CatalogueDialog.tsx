import { useEffect, useEffectEvent } from 'react';
import type { CatalogueTable } from '#contract/calls/catalogue.calls.ts';
import { catalogueKindOf, initialCatalogueValues } from '#machines/flows/records/catalogue.form.ts';
import { noticeOf } from '#machines/flows/records/record-form.selectors.ts';
import type { catalogueForms } from '../../actors/catalogue.actors.ts';
import { TitledDialog } from '../../components/TitledDialog.tsx';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { RecordForm } from '../records/RecordForm.tsx';
import { useRecordForm } from '../records/use-record-form.ts';
import { catalogueWords } from './catalogue-words.ts';
import { CatalogueFields } from './CatalogueFields.tsx';

export interface CatalogueDialogProps {
  tabla: CatalogueTable;
  /** Null for a new row. */
  id: number | null;
  machine: (typeof catalogueForms)[CatalogueTable];
  /** The row is kept: the sentence that says so. */
  onKept: (notice: string) => void;
  onClose: () => void;
}

/** One row of a catalogue, over its list. */
export function CatalogueDialog({ tabla, id, ...props }: CatalogueDialogProps) {
  const { create, edit } = catalogueWords[tabla];
  return (
    <TitledDialog title={id === null ? create : edit} open size="md" onClose={props.onClose}>
      <CatalogueForm tabla={tabla} id={id} {...props} />
    </TitledDialog>
  );
}

function CatalogueForm({ tabla, id, machine, onKept }: CatalogueDialogProps) {
  const kind = catalogueKindOf(tabla);
  const flow = useRecordForm(machine, kind, id);
  const notice = noticeOf(flow.snapshot);
  const keep = useEffectEvent(onKept);
  useEffect(() => {
    if (notice !== null) keep(notice);
  }, [notice]);
  return (
    <RecordForm
      flow={flow}
      kind={kind}
      initialValues={initialCatalogueValues}
      label={catalogueWords[tabla].edit}
      saveLabel="Guardar"
      refused={(problem) => <ProblemAlert problem={problem} title="No se guardó" />}
    >
      {(facts) => <CatalogueFields facts={facts} />}
    </RecordForm>
  );
}
