/* On the way to another page nothing asks any more: a second answer would begin the way anew, for as long as the page
   there is slow to come. A copy stays to be seen; htmx polls only for what it has drawn itself. */
document.addEventListener('htmx:beforeOnLoad', event => {
  if (!event.detail.xhr.getResponseHeader('HX-Redirect')) return;
  document.querySelectorAll('[hx-trigger*="every "]').forEach(asking => asking.replaceWith(asking.cloneNode(true)));
});
