import { chakra } from '@chakra-ui/react/styled-system';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import {
  type DateBounds,
  type DateText,
  dayInWords,
  daysFrom,
  monthInWords,
  monthsFrom,
  typedDate,
  weekdayOf,
  weeksOf,
} from '#machines/domain/values/dates.ts';
import { leavesGroup, useFormikField } from './FormField.tsx';
import { IconButton } from './IconButton.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface MonthCalendarProps {
  /** The chosen day, or ''. */
  value: DateText | '';
  /** Days that may be chosen, both ends included. */
  bounds: DateBounds;
  onChoose: (day: DateText) => void;
}

/** The day to which each key moves. */
const ways: Readonly<Record<string, (day: DateText) => DateText>> = {
  ArrowLeft: (day) => daysFrom(day, -1),
  ArrowRight: (day) => daysFrom(day, 1),
  ArrowUp: (day) => daysFrom(day, -7),
  ArrowDown: (day) => daysFrom(day, 7),
  PageUp: (day) => monthsFrom(day, -1),
  PageDown: (day) => monthsFrom(day, 1),
};

const weekdays = [
  ['L', 'lunes'],
  ['M', 'martes'],
  ['X', 'miércoles'],
  ['J', 'jueves'],
  ['V', 'viernes'],
  ['S', 'sábado'],
  ['D', 'domingo'],
] as const;

const rangeInWords = ({ min, max }: DateBounds): string => {
  if (max === undefined) return `Desde el ${min}`;
  return min === undefined ? `Hasta el ${max}` : `Del ${min} al ${max}`;
};

/** The days of a month; the arrows go from day to day, PageUp and PageDown from month to month. */
function MonthCalendar({ value, bounds, onChoose }: MonthCalendarProps) {
  const { min = '', max = '9999-12-31' } = bounds;
  const clamped = (day: DateText) => (day > max ? max : day < min ? min : day);
  const [day, setDay] = useState(() => clamped(value || (bounds.max ?? min)));
  const focused = useRef<HTMLButtonElement>(null);
  const moves = useRef(true);
  useEffect(() => {
    if (moves.current && day !== '') focused.current?.focus();
    moves.current = false;
  }, [day]);
  const isOutside = (each: DateText) => each < min || each > max;
  const go = (to: DateText) => setDay(clamped(to));
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    moves.current = true;
    go(way(day));
  };
  const month = day.slice(0, 7);
  const range = useId();
  return (
    <>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" mb="1">
        <IconButton
          label="Mes anterior"
          icon={ChevronLeft}
          reasons={min.slice(0, 7) >= month ? ['No hay fechas antes.'] : []}
          onClick={() => go(monthsFrom(day, -1))}
        />
        <chakra.span aria-live="polite" fontWeight="semibold">
          {monthInWords(day)}
        </chakra.span>
        <IconButton
          label="Mes siguiente"
          icon={ChevronRight}
          reasons={max.slice(0, 7) <= month ? ['No hay fechas después.'] : []}
          onClick={() => go(monthsFrom(day, 1))}
        />
      </chakra.div>
      <chakra.table aria-label={monthInWords(day)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map(([letter, name]) => (
              <chakra.th key={name} scope="col" abbr={name} color="fg.muted" textStyle="xs">
                {letter}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each}>
                  {each.startsWith(month) ? (
                    <chakra.button
                      ref={each === day ? focused : undefined}
                      type="button"
                      // Only the current day is in the tab order.
                      tabIndex={each === day ? 0 : -1}
                      aria-label={dayInWords(each)}
                      aria-pressed={each === value}
                      disabled={isOutside(each)}
                      aria-describedby={isOutside(each) ? range : undefined}
                      onClick={() => onChoose(each)}
                      boxSize={{ base: '11', md: '9' }}
                      borderRadius="l2"
                      cursor="pointer"
                      fontVariantNumeric="tabular-nums"
                      bg={each === value ? 'teal.700' : undefined}
                      color={each === value ? 'white' : undefined}
                      _hover={{ bg: each === value ? 'teal.800' : 'teal.50' }}
                      _disabled={{ color: 'fg.subtle', cursor: 'not-allowed', bg: 'transparent' }}
                    >
                      {Number(each.slice(8))}
                    </chakra.button>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
      <chakra.p id={range} mt="1" textStyle="xs" color="fg.muted" textAlign="center">
        {rangeInWords(bounds)}
      </chakra.p>
    </>
  );
}

type DateFieldProps = Omit<TextFieldProps, 'type' | 'look' | 'after'> & {
  /** Days that may be chosen, both ends included. */
  bounds: DateBounds;
};

/** A date, saved as `yyyy-MM-dd`: chosen in a calendar, or typed as `20/11`; the same in every browser. */
export function DateField({ bounds, ...field }: DateFieldProps) {
  const { value, write } = useFormikField<string>(field.name);
  const [open, setOpen] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const input = () => group.current?.querySelector('input');
  const settle = (text: string) => {
    const date = typedDate(text, bounds);
    if (date !== null && date !== text) write(date);
  };
  const close = () => {
    setOpen(false);
    input()?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // One Escape closes only the calendar, not the dialog around the field.
    event.stopPropagation();
    close();
  };
  return (
    <chakra.div
      ref={group}
      position="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (leavesGroup(event)) setOpen(false);
      }}
    >
      <TextField
        {...field}
        placeholder="aaaa-mm-dd"
        maxLength={10}
        look={{
          lang: 'es-CO',
          fontVariantNumeric: 'tabular-nums',
          pe: { base: '12', md: '20' },
          onKeyDown: ({ key, currentTarget }) => {
            if (key === 'Enter') settle(currentTarget.value);
          },
        }}
        onLeave={settle}
        after={
          <chakra.div
            position="absolute"
            insetEnd="1px"
            insetY="1px"
            display="flex"
            alignItems="center"
          >
            <chakra.span hideBelow="md" aria-hidden="true" textStyle="sm" color="fg.muted">
              {isDateText(value) ? weekdayOf(value) : ''}
            </chakra.span>
            <IconButton
              label="Abrir el calendario"
              icon={CalendarDays}
              onClick={() => setOpen(!open)}
            />
          </chakra.div>
        }
      />
      {open ? (
        <chakra.div
          role="dialog"
          aria-label="Calendario"
          position="absolute"
          insetStart="0"
          top="4.75rem"
          zIndex="dropdown"
          p="3"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="border.emphasized"
          borderRadius="l2"
          boxShadow="md"
        >
          <MonthCalendar
            value={isDateText(value) ? value : ''}
            bounds={bounds}
            onChoose={(day) => {
              write(day);
              close();
            }}
          />
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}
