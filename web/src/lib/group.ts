/** Things by what they have in common, in the order they come up. */
export function groupBy<T, K>(list: Iterable<T>, of: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of list) {
    const key = of(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
