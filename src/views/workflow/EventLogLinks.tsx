import { chakra } from '@chakra-ui/react/styled-system';
import { FileCode, FileSpreadsheet } from 'lucide-react';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Section } from '../../components/Section.tsx';
import { eventLogUrl } from '../../screens/paths.ts';
import type { WorkflowAddress } from '../../screens/workflow-address.ts';
import { whoseOf } from './whose.ts';

/** The log of the period for other programs. */
export function EventLogLinks({ address }: { address: WorkflowAddress }) {
  const { desde, hasta } = address;
  const question = { desde, hasta, ...whoseOf(address) };
  return (
    <chakra.div _print={{ display: 'none' }}>
      <Section
        title="Llevarse el registro"
        description="Los eventos del periodo y de los filtros: XES para programas de minería de procesos, CSV para hojas de cálculo."
      >
        <ButtonRow align="start">
          <LinkButton variant="outline" icon={FileCode} href={eventLogUrl('xes', question)} newTab>
            Descargar XES
          </LinkButton>
          <LinkButton
            variant="outline"
            icon={FileSpreadsheet}
            href={eventLogUrl('csv', question)}
            newTab
          >
            Descargar CSV
          </LinkButton>
        </ButtonRow>
      </Section>
    </chakra.div>
  );
}
