/** Groups values by key; keys and values are in order of appearance. */
export function grouped<Item, Key, Value>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
  read: (item: Item) => Value,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [read(item)]);
    else group.push(read(item));
  }
  return groups;
}
