import { useFormikContext } from 'formik';
import { Download } from 'lucide-react';
import type { Person } from '#machines/domain/profiles.ts';
import { type DateRange, rangeReasons } from '#machines/flows/date-range.form.ts';
import { ButtonRow } from '../../components/ButtonRow.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { consolidatedUrl } from '../../screens/paths.ts';

/** Opens the document beside the page; an impossible span is not sent. */
export function DownloadRow({ person }: { person: Person }) {
  const { values } = useFormikContext<DateRange>();
  const reasons = rangeReasons(values);
  return (
    <ButtonRow>
      {reasons.length > 0 ? (
        <GuardedButton size="lg" icon={Download} reasons={reasons} explainsItself>
          Descargar
        </GuardedButton>
      ) : (
        <LinkButton size="lg" icon={Download} href={consolidatedUrl(person, values)} newTab>
          Descargar
        </LinkButton>
      )}
    </ButtonRow>
  );
}
