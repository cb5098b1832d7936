/* The floor: what the same work costs without a server, a policy or a JVM.
 *   floor spawn N LOG    N times: posix_spawn /bin/true, two pipes drained, waitpid, two records of 400
 *                        bytes appended and fsynced; prints the microseconds of each round
 *   floor move N DIR     N times: renameat2(NOREPLACE) from DIR/src to DIR/dst, fsync of both folders */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void record(int log) {
  char line[400];
  memset(line, 'x', sizeof line);
  line[sizeof line - 1] = '\n';
  if (write(log, line, sizeof line) < 0 || fdatasync(log) < 0) exit(1);
}

static void drain(int out, int err) {
  struct pollfd fds[2] = {{out, POLLIN, 0}, {err, POLLIN, 0}};
  char buffer[65536];
  int open = 2;
  while (open > 0 && poll(fds, 2, -1) > 0)
    for (int i = 0; i < 2; i++)
      if (fds[i].fd >= 0 && fds[i].revents && read(fds[i].fd, buffer, sizeof buffer) <= 0) {
        fds[i].fd = -1;
        open--;
      }
}

static void spawn(int rounds, const char *path) {
  int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  char *argv[] = {"true", NULL}, *env[] = {"PATH=/usr/bin:/bin", NULL};
  for (int i = 0; i < rounds; i++) {
    double began = now();
    record(log);
    int out[2], err[2], status;
    if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) exit(1);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    posix_spawn_file_actions_adddup2(&actions, err[1], 2);
    pid_t pid;
    if (posix_spawn(&pid, "/bin/true", &actions, NULL, argv, env)) exit(1);
    posix_spawn_file_actions_destroy(&actions);
    close(out[1]);
    close(err[1]);
    drain(out[0], err[0]);
    close(out[0]);
    close(err[0]);
    waitpid(pid, &status, 0);
    record(log);
    printf("%.1f\n", now() - began);
  }
}

static void move(int rounds, const char *folder) {
  char name[64];
  int root = open(folder, O_DIRECTORY), src = openat(root, "src", O_DIRECTORY), dst = openat(root, "dst", O_DIRECTORY);
  double began = now();
  for (int i = 0; i < rounds; i++) {
    snprintf(name, sizeof name, "f%05d.txt", i);
    if (renameat2(src, name, dst, name, RENAME_NOREPLACE) || fsync(src) || fsync(dst)) exit(1);
  }
  printf("%.1f\n", now() - began);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  if (strcmp(argv[1], "spawn") == 0) spawn(atoi(argv[2]), argv[3]);
  else move(atoi(argv[2]), argv[3]);
  return 0;
}
