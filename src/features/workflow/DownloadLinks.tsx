import { chakra } from '@chakra-ui/react/styled-system';
import { Boxes, FileCode, FileSpreadsheet, Network } from 'lucide-react';
import type { HistoryQuestion } from '#machines/domain/history/workflow-history.ts';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { boxBpmnUrl, eventLogUrl } from '../../app/screens/paths.ts';

/** What can be downloaded, and for which programs. */
const files = [
  ['XES por caja', FileCode, (of: HistoryQuestion) => eventLogUrl('xes', of)],
  [
    'XES por gasto',
    FileCode,
    (of: HistoryQuestion) => eventLogUrl('xes', { ...of, caso: 'gasto' }),
  ],
  ['OCEL 2.0', Boxes, (of: HistoryQuestion) => eventLogUrl('json', of)],
  ['CSV', FileSpreadsheet, (of: HistoryQuestion) => eventLogUrl('csv', of)],
  ['BPMN de la caja', Network, () => boxBpmnUrl],
] as const;

/** The log of the period, and the way of a box, for other programs. */
export function DownloadLinks({ question }: { question: HistoryQuestion }) {
  return (
    <chakra.div _print={{ display: 'none' }}>
      <Section
        title="Exportar el registro"
        description="Los eventos del periodo: XES y OCEL para minería de procesos, CSV para hojas de cálculo."
      >
        <ButtonRow align="start">
          {files.map(([label, icon, urlOf]) => (
            <LinkButton key={label} variant="outline" icon={icon} href={urlOf(question)} newTab>
              {label}
            </LinkButton>
          ))}
        </ButtonRow>
      </Section>
    </chakra.div>
  );
}
