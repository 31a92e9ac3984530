/** One icon of game-icons: what stands inside its svg of 512 by 512. */
declare module 'icon:*' {
  const body: string;
  export default body;
}
