import { chakra } from '@chakra-ui/react/styled-system';
import { lastDays } from '#machines/domain/dates.ts';
import { serverToday } from '../../actors/server-clock.ts';
import { TextLink } from '../../components/TextLink.tsx';
import type { WorkflowPlace } from '../../screens/use-workflow-address.ts';

const periods = [
  { days: 7, label: '7 días' },
  { days: 30, label: '30 días' },
  { days: 90, label: '90 días' },
  { days: 365, label: '12 meses' },
] as const;

/** The periods that are looked at most, one press away. */
export function PeriodLinks({ place }: { place: WorkflowPlace }) {
  const today = serverToday();
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      rowGap="1"
      textStyle="sm"
      color="fg.muted"
      _print={{ display: 'none' }}
    >
      Últimos
      {periods.map(({ days, label }) => {
        const { min, max } = lastDays(today, days);
        return (
          <TextLink key={days} to={place.pathWith({ desde: min, hasta: max })}>
            {label}
          </TextLink>
        );
      })}
    </chakra.div>
  );
}
