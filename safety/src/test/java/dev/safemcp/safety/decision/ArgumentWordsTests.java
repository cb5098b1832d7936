package dev.safemcp.safety.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentWordsTests {
  @ParameterizedTest(name = "{0} in: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          push         | push
          push         | a push b
          --force      | --force
          --force      | push --force origin
          --force      | --force=yes
          --force      | --force=
          --force      | --forc
          --force      | --f
          --force      | --fo=yes
          --force      | -force
          --force      | -force=true
          --mode=777   | --mode=777
          --mode=777   | --mode 777
          --mode=777   | --mo=777
          --mode=777   | -mode=777
          -f           | -f
          -f           | -uf
          -f           | -fu
          -f           | -ufx=1
          -9           | -9
          -rf          | -rf
          -rf          | -fr
          -rf          | -r -f
          -rf          | -vfi x -R -xr
          -rf          | -rvf
          -delete      | -delete
          -delete      | --delete
          -delete      | -delete=now
          -delete      | --delete=now
          -exec        | -execdir
          -xzvf        | -fvzx
          -xzvf        | -xz -vf
          -xzvf        | -xzvfp
          core.pager   | --unset=core.pager
          no           | -ono
          git          | status
          """)
  void aSpellingThatSomeProgramReadsAsTheWordCounts(String word, String arguments) {
    assertThat(carried(word, arguments)).containsExactly(word);
  }

  @ParameterizedTest(name = "{0} not in: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          push         | pus
          push         | pushed
          push         | Push
          push         | ''
          --force      | --forced
          --force      | --force-with-lease
          --force      | --no-force
          --force      | force
          --force      | --
          --force      | --=x
          --force      | --Force
          --force      | -f
          --force      | ---force
          --mode=777   | --mode=755
          --mode=777   | --mode 755
          --mode=777   | 777 --mode
          -f           | f
          -f           | --file
          -f           | -F
          -f           | -x=f
          -f           | -C/f
          -f           | -
          -rf          | -r
          -rf          | -r --f
          -rf          | r f
          -delete      | -d
          -fu          | --f
          -f           | --f
          -delete      | -maxdepth 1 -follow -type f -ls
          -delete      | -links 2 -depth
          -exec        | -e -x
          core.pager   | core.pager.x
          core.pager   | --core.pager
          no           | -no
          """)
  void anotherWordDoesNotCount(String word, String arguments) {
    assertThat(carried(word, arguments)).isEmpty();
  }

  private static Set<String> carried(String word, String arguments) {
    return ArgumentWords.carried(
        new LinkedHashSet<>(List.of(word)), "git", Arrays.asList(arguments.split(" ", -1)));
  }
}
