/* SPDX-License-Identifier: BSD-3-Clause */
#include "serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "command.h"
#include "common/report.h"

enum { REQUEST_BYTES = 8192, PATIENCE_MS = 2000 };

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

/* --- the browser ----------------------------------------------------------------------------- */

/* Starts a program on the URL, its output dropped. False: there is none of that name. The first
 * child reports through a pipe that exec closes; a second one is init's to look after. */
static bool start(const char *program, const char *url)
{
    int report[2];
    if (pipe(report) != 0) return false;
    fcntl(report[1], F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        if (fork() != 0) _exit(0);
        setsid();
        int null = open("/dev/null", O_RDWR);
        if (null >= 0) {
            dup2(null, STDIN_FILENO);
            dup2(null, STDOUT_FILENO);
            dup2(null, STDERR_FILENO);
        }
        execlp(program, program, url, (char *)NULL);
        if (write(report[1], "x", 1) < 0) _exit(2);
        _exit(1);
    }
    close(report[1]);
    char byte;
    bool failed = child < 0 || read(report[0], &byte, 1) != 0;
    close(report[0]);
    if (child > 0) waitpid(child, NULL, 0);
    return !failed;
}

static void open_browser(const char *url)
{
    const char *own = getenv("BROWSER");
    if (own && *own && start(own, url)) return;
    if (start("xdg-open", url) || start("sensible-browser", url) || start("open", url)) return;
    cli_note(
        "no browser found to open it with; open that address by hand, or write a page with -o");
}

/* --- HTTP ------------------------------------------------------------------------------------ */

/* Reads the head of a request. False: closed, too long, or not in time. */
static bool read_request(int fd, char *text)
{
    size_t used = 0;
    while (used < REQUEST_BYTES - 1) {
        struct pollfd p = {fd, POLLIN, 0};
        if (poll(&p, 1, PATIENCE_MS) <= 0) return false;
        ssize_t n = recv(fd, text + used, REQUEST_BYTES - 1 - used, 0);
        if (n <= 0) return false;
        used += (size_t)n;
        text[used] = '\0';
        if (strstr(text, "\r\n\r\n")) return true;
    }
    return false;
}

/* Another site's page must not read results through a name of its own for this machine. */
static bool is_for_us(const char *request, int port)
{
    char here[2][40];
    snprintf(here[0], sizeof here[0], "127.0.0.1:%d\r", port);
    snprintf(here[1], sizeof here[1], "localhost:%d\r", port);
    for (const char *line = strstr(request, "\r\n"); line; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, "Host:", 5) != 0) continue;
        const char *host = line + 7 + strspn(line + 7, " ");
        return strncmp(host, here[0], strlen(here[0])) == 0 ||
               strncmp(host, here[1], strlen(here[1])) == 0;
    }
    return false;
}

static bool send_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        struct pollfd p = {fd, POLLOUT, 0};
        if (poll(&p, 1, PATIENCE_MS) <= 0) return false;
        ssize_t n = send(fd, data, size, MSG_NOSIGNAL);
        if (n <= 0) return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

static void send_head(int fd, const char *status, const char *type, long long size)
{
    char head[300];
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %lld\r\n"
                     "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                     "Connection: close\r\n\r\n",
                     status, type, size);
    send_all(fd, head, (size_t)n);
}

static void send_file(int fd, FILE *file, const char *type)
{
    char block[65536];
    long size = fflush(file) == 0 && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < 0 || ferror(file)) {
        send_head(fd, "500 Internal Server Error", "text/plain", 0);
        return;
    }
    rewind(file);
    send_head(fd, "200 OK", type, size);
    size_t n;
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        if (!send_all(fd, block, n)) return;
}

static void answer(const server *s, int fd, int port)
{
    char request[REQUEST_BYTES], path[256] = "";
    if (!read_request(fd, request)) return;
    if (!is_for_us(request, port) || sscanf(request, "GET %255[^ ?\r\n]", path) != 1) {
        send_head(fd, "400 Bad Request", "text/plain", 0);
        return;
    }
    const char *type = "text/html; charset=utf-8";
    FILE *file = tmpfile();
    if (file && s->answer(s->user, path, file, &type))
        send_file(fd, file, type);
    else
        send_head(fd, file ? "404 Not Found" : "500 Internal Server Error", "text/plain", 0);
    if (file) fclose(file);
}

/* A socket that listens on this machine's own address; -1 after a complaint. */
static int listen_here(int *port, const char *command)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    socklen_t length = sizeof address;
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0) {
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    }
    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, length) == 0 && listen(fd, 16) == 0 &&
        getsockname(fd, (struct sockaddr *)&address, &length) == 0) {
        *port = ntohs(address.sin_port);
        return fd;
    }
    if (*port)
        cli_error(command, "cannot serve on port %d: %s; leave --port out for a free one", *port,
                  strerror(errno));
    else
        cli_error(command, "cannot serve on this machine: %s; write a page with -o instead",
                  strerror(errno));
    if (fd >= 0) close(fd);
    return -1;
}

int serve(const server *s, int port, bool browse, const char *command)
{
    int listening = listen_here(&port, command);
    if (listening < 0) return CLI_FAILED;
    struct sigaction action = {.sa_handler = stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    char url[64];
    snprintf(url, sizeof url, "http://127.0.0.1:%d/", port);
    printf("%s\n", url);
    fflush(stdout);
    cli_note("the page is at %s; Ctrl-C ends", url);
    if (browse) open_browser(url);
    while (!stopped) {
        struct pollfd p = {listening, POLLIN, 0};
        if (poll(&p, 1, 500) <= 0) continue;
        int fd = accept(listening, NULL, NULL);
        if (fd < 0) continue;
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        answer(s, fd, port);
        close(fd);
    }
    close(listening);
    return CLI_DONE;
}
