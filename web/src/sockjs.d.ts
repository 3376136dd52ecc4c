declare module 'sockjs-client/dist/sockjs.js' {
  const SockJs: new (url: string) => WebSocket;
  export default SockJs;
}
