// A clock for find.js. A page in the background may be woken once a minute only; a worker is woken all the same.

setInterval(() => postMessage(0), 2000);
