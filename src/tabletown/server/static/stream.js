// News of tables: one stream per browser, however many tabs are open (HTTP/1.1 allows six connections in all). The tab
// that holds the lock listens for all of them and passes the news on; when it closes, another one gets the lock.

// Call `heard(version)` whenever the table is said to have a version, until the page goes away. Returns a function that
// begins anew: versions are counted as the holder of the cookie sees the table, and whoever sits down gets a new one.
export function listen(table, heard) {
  if (!navigator.locks || !window.BroadcastChannel) {
    const begin = () => open([table], (id, version) => heard(version));
    let own = begin();
    return () => { own.close(); own = begin(); };
  }
  const channel = new BroadcastChannel("tabletown");
  const tell = (id, version) => { if (id === table) heard(version); };
  const wanted = new Set([table]);
  let source = null;

  function renew() {
    source?.close();
    source = open([...wanted].slice(-20), (id, version) => {
      channel.postMessage({ id, version });
      tell(id, version);
    });
  }
  channel.onmessage = ({ data }) => {
    if (data.id) tell(data.id, data.version);
    if (data.anew && source) renew();
    if (data.ask) channel.postMessage({ want: table });
    if (data.want && source && !wanted.has(data.want)) {
      wanted.add(data.want);
      renew();
    }
  };
  channel.postMessage({ want: table });
  navigator.locks.request("tabletown-stream", () => {
    renew();
    channel.postMessage({ ask: true });
    return new Promise(() => {}); // held until the tab closes
  });
  return () => {
    if (source) renew();
    else channel.postMessage({ anew: true });
  };
}

function open(tables, heard) {
  const address = `/events?${new URLSearchParams(tables.map((id) => ["table", id]))}`;
  let source = null;
  let closed = false;
  (function connect() {
    if (closed) return;
    source = new EventSource(address);
    source.addEventListener("version", ({ data }) => {
      const [id, version] = data.split(" ");
      heard(id, Number(version));
    });
    // browsers reconnect by themselves, but give up when they are answered with an error page
    source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000); };
  })();
  return { close() { closed = true; source.close(); } };
}
